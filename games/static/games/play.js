// The game page with scripts: the same pages and forms, swapped in place by htmx instead of loaded anew.
// Nothing here knows the rules. Without this file the page works the same, with reloads.
(() => {
  "use strict";
  const SLOWEST = 60000, QUICKEST = 2000, BACK_OFF = 1.5;
  const swap = "outerMorph show:none";
  const main = () => document.getElementById("main");
  const move = () => document.getElementById("move");
  const tag = () => main()?.dataset.tag ?? "";
  // A tag is that of the table, and behind a hyphen that of messages and notes.
  const isSameTable = (one, other) => one.replace(/-.*|"/g, "") === other.replace(/-.*|"/g, "");
  const chosen = name => move()?.querySelector(`[name=${name}]:checked`)?.value ?? "";
  const isHalfMade = () => Boolean(move() && (chosen("take") || chosen("line") || chosen("move") || typed()));
  const typed = () => document.getElementById("typed")?.value.trim() ?? "";
  let posts = 0, posting = 0, asking = 0, wait = QUICKEST, timer = 0, byKey = false;

  // One way to get the page: swap what differs. `known` is the tag of the table on the page, `posts` how many
  // forms had been sent when it was asked for: htmx may let it wait, and send it after the next form.
  function get(address, options) {
    const target = main();
    return htmx.ajax("GET", address, {
      source: target, target, select: "#main", selectOOB: "#head:outerMorph", swap, known: tag(), posts, ...options,
    });
  }

  // A choice: the server previews it. The first one is a step in the history, so that Back takes it back;
  // the address always says what is chosen, for reloading and sharing.
  function preview() {
    if (typed()) return get(`${main().dataset.url}?${new URLSearchParams({typed: typed()})}`, {isTyped: true});
    return get(address(), {push: address(), isChoice: true});
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
    if (ctx.request.method === "POST") {
      posts += 1;
      posting += 1;
    }
    ctx.posts ??= posts;
    ctx.isSent = true;
    asking += 1;
  });
  document.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
    if (!ctx.isSent) return;
    asking -= 1;
    if (ctx.request.method === "POST") posting -= 1;
    if (!ctx.response && !ctx.isPoll) trouble();
  });
  document.addEventListener("htmx:after:request", event => {
    const {ctx} = event.detail;
    const page = parsed(ctx.text);
    const isLate = ctx.request.method === "GET" && ctx.posts < posts;
    if (ctx.response.status === 304) return;
    if (isLate) return event.preventDefault();
    if (!page) {
      // A page of another kind, such as an error: a history step shows it, anything else keeps the table.
      if (ctx.target === document.body) return;
      event.preventDefault();
      if (!ctx.isPoll) trouble();
      return;
    }
    freshen(page);
    if (ctx.isPoll && isSameTable(tag(), tagIn(page))) {
      // Only what stands beside the table is new.
      event.preventDefault();
      main().dataset.tag = tagIn(page);
      return restart();
    }
    if (ctx.isPoll && isHalfMade()) {
      event.preventDefault();
      return announceChange();
    }
    ctx.known ??= tag();
    // Only now is it known whether a quick choice before this one has become a step already.
    if (ctx.isChoice && /[?&](take|line|place)=/.test(location.search)) [ctx.push, ctx.replace] = [null, ctx.push];
  });
  document.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
    if (ctx.target === document.body || !ctx.known) return restart();
    const isChanged = !isSameTable(ctx.known, tag());
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

  // Beside the table: messages and notes. What the reader is typing there stays as it is.
  function parsed(text) {
    const page = new DOMParser().parseFromString(text ?? "", "text/html");
    return page.querySelector("main[data-tag]") && page;
  }

  function tagIn(page) {
    return page.getElementById("main").dataset.tag;
  }

  function freshen(page) {
    const old = document.getElementById("talk-lines"), lines = page.getElementById("talk-lines");
    if (old && lines && old.innerHTML !== lines.innerHTML) {
      const title = page.getElementById("talk-title"), typing = document.activeElement.closest(".beside textarea");
      const top = typing?.getBoundingClientRect().top;
      document.getElementById("talk-title").innerHTML = title.innerHTML;
      old.innerHTML = lines.innerHTML;
      if (typing) scrollBy({top: typing.getBoundingClientRect().top - top, behavior: "instant"});
      if (title.querySelector("small")) say(title.textContent);
    }
    const note = document.getElementById("note_text"), saved = page.getElementById("note_text");
    if (note && saved && note.value === note.defaultValue) note.value = note.defaultValue = saved.value;
  }

  document.addEventListener("submit", event => {
    const form = event.target.closest("form[data-done]");
    if (!form) return;
    event.preventDefault();
    if (!form.dataset.busy) send(form);
  });

  // Sends without leaving the page, so that tiles chosen meanwhile stay chosen.
  async function send(form) {
    const field = form.querySelector("textarea"), text = field.value;
    let page, isGood;
    form.dataset.busy = "1";
    try {
      const answer = await fetch(form.action, {method: "POST", body: new FormData(form), headers: {"HX-Request": "true"}});
      [page, isGood] = [parsed(await answer.text()), answer.ok];
    } catch {
      return trouble();
    } finally {
      delete form.dataset.busy;
    }
    if (!page || !isGood) return form.submit();  // the answer is a page to see, such as a refusal
    if (field.value === text) field.value = field.defaultValue = page.getElementById(field.id)?.value ?? "";
    form.querySelector("output").textContent = form.dataset.done;
    freshen(page);
    if (isSameTable(tag(), tagIn(page))) main().dataset.tag = tagIn(page);
    restart();
  }

  document.addEventListener("input", event => {
    const said = event.target.closest("form[data-done]")?.querySelector("output");
    if (said) said.textContent = "";
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
