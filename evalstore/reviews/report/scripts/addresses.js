// Open the folded parts that an address leads into, and copy the address of what is clicked.
(() => {
  "use strict";

  const announcement = document.querySelector(".announcement");
  let clearing = 0;

  const announce = (text) => {
    announcement.textContent = text;
    clearTimeout(clearing);
    clearing = setTimeout(() => { announcement.textContent = ""; }, 3000);
  };

  // Our addresses are letters, digits, - and :, which no address escapes; any other names nothing.
  const unfold = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let part = target; part; part = part.parentElement) {
      if (part.localName === "details") part.open = true;
    }
    target.scrollIntoView();
  };

  // A link whose target holds it is an address: of a heading, a row, a chart.
  const copy = async (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link || !navigator.clipboard) return;
    const target = document.getElementById(link.hash.slice(1));
    if (!target || !target.contains(link)) return;
    try {
      await navigator.clipboard.writeText(link.href);
      announce("Address copied");
    } catch {
      announce("This browser does not let the page copy; the address is in its bar");
    }
  };

  document.documentElement.classList.add("scripted");
  addEventListener("hashchange", unfold);
  addEventListener("click", copy);
  unfold();
})();
