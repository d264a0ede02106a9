// Search the headings, numbers and gates of the page; fold the contents once one is chosen.
(() => {
  "use strict";

  const HIT_LIMIT = 40;
  const nav = document.querySelector(".contents");
  // A page of its own, such as that of a comparison, has no contents.
  if (!nav) return;
  const place = nav.querySelector(".search");
  const details = nav.querySelector("details");
  const wide = matchMedia("(min-width: 64rem)");
  const plain = (text) => text.toLowerCase().replace(/\s+/g, " ").trim();

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  const input = make("input", {
    type: "search",
    id: "page-search",
    autocomplete: "off",
    placeholder: "Headings, metrics, gates",
  });
  const key = make("kbd", {}, "/");
  const label = make("label", { htmlFor: "page-search" }, "Search this page ", key);
  const count = make("p", { className: "note" });
  const hits = make("ul", { className: "hits", hidden: true });
  count.setAttribute("role", "status");
  place.append(label, input, count, hits);

  // Made at the first search: most readers never make one.
  let entries = null;
  const entriesOf = () => {
    const found = [];
    const add = (address, text) => found.push({ address, text, plain: plain(text) });
    for (const heading of document.querySelectorAll("main h2, main h3, main h4")) {
      const target = heading.closest("[id]");
      if (target) add(target.id, heading.textContent.replace(/#\s*$/, "").trim());
    }
    for (const row of document.querySelectorAll("main .numbers tr[id], main .trends tr[id]")) {
      const cells = [...row.querySelectorAll("td")].slice(0, 5);
      const texts = cells.map((cell) => cell.firstChild ? cell.innerText || cell.textContent : "");
      add(row.id, texts.map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean).join(" · "));
    }
    for (const finding of document.querySelectorAll(".finding[id]")) {
      add(finding.id, finding.textContent.replace(/\s+/g, " ").trim());
    }
    return found;
  };

  const search = () => {
    const words = plain(input.value).split(" ").filter(Boolean);
    hits.replaceChildren();
    hits.hidden = words.length === 0;
    count.textContent = "";
    if (words.length === 0) return;
    entries ??= entriesOf();
    const found = entries.filter((entry) => words.every((word) => entry.plain.includes(word)));
    for (const entry of found.slice(0, HIT_LIMIT)) {
      const shown = entry.text.length > 120 ? `${entry.text.slice(0, 119)}…` : entry.text;
      hits.append(make("li", {}, make("a", { href: `#${entry.address}` }, shown)));
    }
    const more = found.length > HIT_LIMIT ? `, the first ${HIT_LIMIT} listed` : "";
    count.textContent = found.length ? `${found.length} found${more}` : "Nothing found";
  };

  const isTyping = (element) =>
    element.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);

  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") hits.querySelector("a")?.click();
    if (event.key === "Escape") { input.value = ""; search(); input.blur(); }
  });
  addEventListener("keydown", (event) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target);
    if (event.key !== "/" || isOther) return;
    event.preventDefault();
    details.open = true;
    input.focus();
    input.select();
  });
  nav.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) details.open = false;
  });
  if (wide.matches && !CSS.supports("selector(::details-content)")) details.open = true;
})();
