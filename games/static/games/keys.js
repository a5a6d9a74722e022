// History pages: the arrow keys follow the links to the move before and after.
(() => {
  "use strict";
  const LINKS = {ArrowLeft: "prev", ArrowRight: "next"};
  document.addEventListener("keydown", event => {
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    const name = isPlain && LINKS[event.key];
    if (!name || event.target.closest?.("input, select, textarea, [contenteditable], pre, .scroll")) return;
    const link = document.querySelector(`.replay a[rel~=${name}]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
