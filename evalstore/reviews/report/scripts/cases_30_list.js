// Show thousands of rows as a list box of which only those in view are there.
const caseList = (() => {
  "use strict";

  const { element } = pageTexts;
  const ROW_HEIGHT = 58;
  const MARGIN = 6;
  const GIST_LENGTH = 160;
  const ICONS = {
    right: "✔", wrong: "✘", abstained: "○", error: "⚠", missing: "⚠", unparsable: "⚠",
    undetermined: "?", unscored: "?", measured: "•",
  };

  const badge = (outcome) => {
    const made = element("span", `badge ${ICONS[outcome] ? outcome : "unscored"}`);
    const icon = element("span", "", ICONS[outcome] ?? "?");
    icon.setAttribute("aria-hidden", "true");
    made.append(icon, ` ${outcome}`);
    return made;
  };

  class List {
    constructor(run, opened) {
      this.run = run;
      this.opened = opened;
      this.rows = [];
      this.active = 0;
      this.box = element("div", "case-list");
      this.box.tabIndex = 0;
      this.box.setAttribute("role", "listbox");
      this.box.setAttribute("aria-label", "Cases");
      this.space = element("div", "case-space");
      this.space.setAttribute("role", "presentation");
      this.box.append(this.space);
      this.box.addEventListener("scroll", () => this.draw(), { passive: true });
      this.box.addEventListener("keydown", (event) => this.pressed(event));
      this.box.addEventListener("click", (event) => {
        const option = event.target.closest("[role=option]");
        if (!option) return;
        this.active = Number(option.dataset.place);
        this.draw();
        this.opened(this.rows[this.active]);
      });
    }

    show(rows, judge, reasons) {
      Object.assign(this, { rows, judge, reasons, active: 0 });
      this.space.style.height = `${rows.length * ROW_HEIGHT}px`;
      this.box.hidden = rows.length === 0;
      this.box.scrollTop = 0;
      this.draw();
    }

    // Draw the rows in view, and mark the active one.
    draw() {
      const first = Math.max(0, Math.floor(this.box.scrollTop / ROW_HEIGHT) - MARGIN);
      const shown = Math.ceil((this.box.clientHeight || 600) / ROW_HEIGHT) + 2 * MARGIN;
      const places = [];
      for (let place = first; place < Math.min(this.rows.length, first + shown); place += 1) {
        places.push(place);
      }
      if (!places.includes(this.active) && this.active < this.rows.length) places.push(this.active);
      this.space.replaceChildren(...places.map((place) => this.option(place)));
      if (this.rows.length) {
        this.box.setAttribute("aria-activedescendant", `${this.run.name}-at-${this.active}`);
      } else {
        this.box.removeAttribute("aria-activedescendant");
      }
    }

    option(place) {
      const { run } = this;
      const row = this.rows[place];
      const made = element("div", "case-row");
      made.id = `${run.name}-at-${place}`;
      made.dataset.place = place;
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", String(place === this.active));
      made.setAttribute("aria-posinset", place + 1);
      made.setAttribute("aria-setsize", this.rows.length);
      made.style.top = `${place * ROW_HEIGHT}px`;
      const head = element("div", "case-head");
      head.append(badge(run.outcome(row, this.judge)), " ");
      head.append(element("bdi", "name", caseData.visible(run.caseId(row))));
      const facts = [];
      if (run.systemIds.length > 1) facts.push(run.systemId(row));
      if (run.attempts[row] > 1) facts.push(`attempt ${run.attempts[row]}`);
      if (!Number.isNaN(run.confidences[row])) facts.push(`confidence ${run.confidences[row]}`);
      facts.push(run.change(row, this.judge), this.reasons(row));
      for (const fact of facts.filter(Boolean)) {
        head.append(" ", element("bdi", "note", caseData.visible(fact)));
      }
      const gist = element("bdi", "gist");
      made.append(head, gist);
      this.fill(gist, row);
      return made;
    }

    async fill(gist, row) {
      const texts = await this.run.texts(row);
      const text = caseData.visible((texts?.p ?? texts?.r ?? "").slice(0, 4 * GIST_LENGTH));
      gist.textContent = texts ? text.replace(/\s+/g, " ").slice(0, GIST_LENGTH) : "";
    }

    pressed(event) {
      const page = Math.max(1, Math.floor(this.box.clientHeight / ROW_HEIGHT) - 1);
      const last = this.rows.length - 1;
      const moves = {
        ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -last, End: last,
      };
      if (event.key === "Enter" && this.rows.length) {
        event.preventDefault();
        this.opened(this.rows[this.active]);
      } else if (event.key in moves && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.move(moves[event.key]);
      }
    }

    // Make another row the active one, and scroll it into view; returns the row.
    move(step) {
      this.active = Math.min(this.rows.length - 1, Math.max(0, this.active + step));
      const top = this.active * ROW_HEIGHT;
      if (top < this.box.scrollTop) this.box.scrollTop = top;
      const bottom = top + ROW_HEIGHT - this.box.clientHeight;
      if (bottom > this.box.scrollTop) this.box.scrollTop = bottom;
      this.draw();
      return this.rows[this.active];
    }
  }

  return { List, badge, element };
})();
