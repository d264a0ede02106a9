// Open the folded parts that the page's address, or a link within the page, leads into.
(() => {
  "use strict";

  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let part = target; part; part = part.parentElement) {
      if (part.localName === "details") part.open = true;
    }
    target.scrollIntoView();
  };

  document.documentElement.classList.add("scripted");
  addEventListener("hashchange", unfold);
  unfold();
})();
