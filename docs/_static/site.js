// Each block of code gets a button that copies it. Browsers offer the clipboard to local files and to
// pages from https and localhost.
const copies = navigator.clipboard ? document.querySelectorAll("div.highlight > pre") : [];
for (const code of copies) {
  const button = document.createElement("button");
  button.className = "copy";
  button.textContent = "copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "copied";
    setTimeout(() => { button.textContent = "copy"; }, 2000);
  });
  code.parentElement.append(button);
}
