/** Requests to the server. */

/** Return the server's answer; throw an Error with its message if it refuses. */
export async function ask(path, content) {
  const init = content === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
  };
  const answer = await fetch(path, init).catch(() => {
    throw new Error("the server can't be reached");
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}
