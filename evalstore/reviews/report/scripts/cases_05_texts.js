// Read compressed blocks out of the page, make elements, and spell out what cannot be seen.
const pageTexts = (() => {
  "use strict";

  // As evalstore/reviews/charts/drawing/text.py has them: what cannot be seen, or reorders a line.
  const INVISIBLE = new RegExp(
    "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f" +
      "\\u202a-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb\\ufffe\\uffff\\p{Cs}]", "gu");
  const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g;

  const visible = (text) =>
    String(text ?? "").replace(LINE_BREAKS, "\n").replace(INVISIBLE, (found) =>
      `[U+${found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);

  const decoded = async (id) => {
    const binary = atob(document.getElementById(id).textContent);
    const bytes = new Uint8Array(binary.length);
    for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  return { visible, element, decoded };
})();
