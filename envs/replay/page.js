const byId = (name) => document.getElementById(name);

async function unpack() {
  const bytes = Uint8Array.from(atob(byId("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

// Regions wider than this, in units of the picture, scroll sideways on a phone.
const BROAD = 600;

function show(replay) {
  const last = replay.moves.length;
  const [width, height] = replay.size;
  const name = (seat) => replay.players[seat];
  const dark = matchMedia("(prefers-color-scheme: dark)"), narrow = matchMedia("(max-width: 60rem)");
  let at = 0, timer = null;

  byId("about").textContent = [...replay.variants, `seed ${replay.seed}`].join(", ");
  byId("slider").max = last;
  for (const view of replay.frames.keys()) {
    element(byId("view"), "option", { value: view }, view ? name(view - 1) : "a spectator");
  }
  const moves = replay.moves.map(([, , scoring, sentence], number) => {
    const item = element(byId("moves"), "li");
    const button = element(item, "button", {}, `${number + 1}. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`);
    if (scoring) button.classList.add("scoring");
    button.addEventListener("click", () => { stop(); go(number + 1); });
    return button;
  });
  const curves = graph(replay, name, (number) => { stop(); go(number); });
  const thinking = thoughts(replay, name);

  function go(number) {
    at = Math.max(0, Math.min(last, number));
    const view = Number(byId("view").value), regions = narrow.matches ? replay.regions[view][at] : [];
    const whole = [[0, 0, width, height], replay.frames[view][at]];
    // Each part has pairs of colours, for a light and for a dark background.
    byId("picture").innerHTML = (regions.length ? regions : [whole]).map(([area, parts]) => (
      `<div class="region"><svg xmlns="${SVG}" viewBox="${area.join(" ")}" width="${regions.length && area[2] > BROAD ? area[2] : "100%"}">`
      + `${parts.map((part) => replay.parts[part]).join("")}</svg></div>`
    )).join("").replace(/(#\w{6})\/(#\w{6})/g, dark.matches ? "$2" : "$1");
    byId("picture").setAttribute("aria-label", at ? moves[at - 1].textContent : "start of the game");
    byId("slider").value = at;
    byId("count").textContent = `${at} of ${last}`;
    moves.forEach((button, number) => {
      if (number === at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const list = byId("moves"), current = moves[at - 1];
    list.scrollTop = current
      ? current.parentNode.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
    curves.go(at);
    thinking.go(at);
    if (at === last) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "play";
    byId("play").setAttribute("aria-label", "play");
  }

  function play() {
    if (timer !== null) { stop(); return; }
    if (at === last) go(0);
    timer = setInterval(() => go(at + 1), Number(byId("pace").value));
    byId("play").textContent = "pause";
    byId("play").setAttribute("aria-label", "pause");
  }

  const by = (step) => () => { stop(); go(at + step); };
  const scoring = () => {
    stop();
    const next = replay.moves.findIndex(([, , scored], number) => scored && number >= at);
    go(next < 0 ? last : next + 1);
  };
  const keys = {
    ArrowLeft: by(-1), ArrowRight: by(1), Home: by(-Infinity), End: by(Infinity), " ": play, s: scoring,
    g: curves.next, a: thinking.next,
  };
  byId("start").addEventListener("click", keys.Home);
  byId("back").addEventListener("click", keys.ArrowLeft);
  byId("play").addEventListener("click", play);
  byId("forward").addEventListener("click", keys.ArrowRight);
  byId("end").addEventListener("click", keys.End);
  byId("scoring").addEventListener("click", scoring);
  byId("slider").addEventListener("input", () => { stop(); go(Number(byId("slider").value)); });
  byId("view").addEventListener("change", () => go(at));
  for (const look of [dark, narrow]) look.addEventListener("change", () => go(at));
  byId("pace").addEventListener("change", () => { if (timer !== null) { stop(); play(); } });
  document.addEventListener("keydown", (event) => {
    const own = ["SELECT", "INPUT"].includes(event.target.tagName)
      || (event.key === " " && event.target.tagName === "BUTTON");
    if (own || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  stop();
  go(replay.first);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (location.hash === "#playing" && !still) play();
}

unpack().then(show);
