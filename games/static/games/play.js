// The game page with scripts: the same pages and forms, swapped in place by htmx instead of loaded anew.
// Nothing here knows the rules. Without this file the page works the same, with reloads.
(() => {
  "use strict";
  const SLOWEST = 60000, QUICKEST = 2000, BACK_OFF = 1.5;
  const swap = "outerMorph show:none";
  const main = () => document.getElementById("main");
  const move = () => document.getElementById("move");
  const tag = () => main()?.dataset.tag ?? "";
  const chosen = name => move()?.querySelector(`[name=${name}]:checked`)?.value ?? "";
  const isHalfMade = () => Boolean(move() && (chosen("take") || chosen("line") || chosen("move") || typed()));
  const typed = () => document.getElementById("typed")?.value.trim() ?? "";
  let requests = 0, lastPost = 0, posting = 0, asking = 0, wait = QUICKEST, timer = 0, byKey = false;

  // One way to get the page: swap what differs. `known` is the tag of the table on the page.
  function get(address, options) {
    const target = main();
    return htmx.ajax("GET", address, {
      source: target, target, select: "#main", selectOOB: "#head:outerMorph", swap, known: tag(), ...options,
    });
  }

  // A choice: the server previews it. The first one is a step in the history, so that Back takes it back;
  // the address always says what is chosen, for reloading and sharing.
  function preview() {
    if (typed()) return get(`${main().dataset.url}?${new URLSearchParams({typed: typed()})}`, {isTyped: true});
    const isFirst = !/[?&](take|line|place)=/.test(location.search);
    return get(address(), {[isFirst ? "push" : "replace"]: address()});
  }

  function address() {
    const query = new URLSearchParams();
    for (const name of ["take", "line"]) if (chosen(name)) query.set(name, chosen(name));
    if (chosen("move")) query.set("place", chosen("move"));
    return `${main().dataset.url}?${query}`;
  }

  function showBoard() {
    const last = document.querySelector("#place .row:last-of-type, #place .floor");
    const bar = document.querySelector(".bar");
    const fold = bar && getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
    if (last && last.getBoundingClientRect().top > fold - 60)
      document.getElementById("place").scrollIntoView({
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
      });
  }

  document.addEventListener("keydown", () => { byKey = true; }, true);
  document.addEventListener("pointerdown", () => { byKey = false; }, true);
  document.addEventListener("change", event => {
    if (!event.target.closest("#move") || posting) return;
    if (event.target.name === "typed" && !typed()) return;
    preview();
    if (event.target.name === "take" && !byKey && !chosen("line")) showBoard();
  });

  // A swap keeps open what the reader has opened.
  htmx.registerExtension("keep-open", {
    htmx_before_morph_attr: (element, {attrName}) => !(element.tagName === "DETAILS" && attrName === "open"),
  });

  // What came back, before it is swapped in.
  document.addEventListener("htmx:before:request", ({detail: {ctx}}) => {
    ctx.number = ++requests;
    asking += 1;
    if (ctx.request.method === "POST") {
      lastPost = ctx.number;
      posting += 1;
    }
  });
  document.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
    if (!ctx.number) return;
    asking -= 1;
    if (ctx.request.method === "POST") posting -= 1;
    if (!ctx.response && !ctx.isPoll) trouble();
  });
  document.addEventListener("htmx:after:request", event => {
    const {ctx} = event.detail;
    const isPage = /<main id="main"[^>]*data-tag/.test(ctx.text);
    const isLate = ctx.request.method === "GET" && ctx.number < lastPost;
    if (ctx.response.status === 304) return;
    if (isLate) return event.preventDefault();
    if (!isPage) {
      // A page of another kind, such as an error: a history step shows it, anything else keeps the table.
      if (ctx.target === document.body) return;
      event.preventDefault();
      if (!ctx.isPoll) trouble();
      return;
    }
    if (ctx.isPoll && isHalfMade()) {
      event.preventDefault();
      return announceChange();
    }
    ctx.known ??= tag();
  });
  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
    if (ctx.target === document.body || !ctx.known) return restart();
    const isChanged = ctx.known !== tag();
    const isPost = ctx.request.method === "POST", isPlay = isPost && !ctx.request.action.includes("preview");
    // What is checked by hand outlives a swap only while the answer is to that very choice.
    if (isChanged || isPost || ctx.isTyped) move()?.reset();
    if (ctx.isTyped && !document.querySelector(".alert")) history.replaceState(history.state, "", address());
    if (isPlay) {
      main().focus({preventScroll: true});
      scrollTo(0, 0);
    } else if (isChanged && !ctx.isPoll) announceChange();
    else if (isChanged) say(changedText());
    if (isChanged || isPost) restart();
  });

  function say(text) {
    const news = document.getElementById("news");
    if (news) news.textContent = text;
  }

  function announceChange() {
    const note = document.getElementById("changed");
    if (!note?.hidden) return;
    note.hidden = false;
    say(changedText());
  }

  function changedText() {
    return document.querySelector("#changed b")?.textContent ?? "";
  }

  function trouble() {
    const note = document.getElementById("trouble");
    if (!note) return;
    note.hidden = false;
    say(note.textContent);
  }

  // Polling: often at first, then ever more rarely; not while hidden, busy, or once the game is over.
  function restart() {
    wait = QUICKEST;
    plan();
  }

  function plan() {
    clearTimeout(timer);
    if (main()?.dataset.live === "1" && !document.hidden) timer = setTimeout(poll, wait);
  }

  async function poll() {
    const isWaitingForReader = document.getElementById("changed")?.hidden === false;
    if (!asking && !isWaitingForReader && navigator.onLine)
      await get(main().dataset.url, {isPoll: true, headers: {"If-None-Match": tag()}});
    wait = Math.min(SLOWEST, wait * BACK_OFF);
    plan();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(timer);
    else {
      wait = QUICKEST;
      poll();
    }
  });
  addEventListener("pageshow", event => { if (event.persisted) poll(); });
  addEventListener("online", restart);
  restart();
})();
