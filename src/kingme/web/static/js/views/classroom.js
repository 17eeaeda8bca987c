/** A class: for its teacher who got how far, and what is assigned; for pupils what there is to do. */

import { needStyles } from "../analysis/style.js";
import { api, isMissing, reason } from "../api.js";
import { confirmDialog } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { copy } from "../files.js";
import { icon } from "../icons.js";
import { AssignForm } from "../learn/assignform.js";
import { assignmentLink, kindName } from "../learn/assignments.js";
import { noteClass, reportProgress } from "../learn/classes.js";
import { go } from "../router.js";
import { toast } from "../toast.js";
import { sentence, when } from "../words.js";
import { notFound, unreachable } from "./message.js";

/** @param {Context} context @returns {Promise<View>} */
export async function classroomView({ params }) {
  const address = `/api/classes/${encodeURIComponent(params.code)}`;
  try {
    const [report] = await Promise.all([
      /** @type {Promise<Wire.ClassReport>} */ (api.get(address)),
      needStyles("classes"),
    ]);
    return new ClassRoom(address, report).view;
  } catch (error) {
    return isMissing(error) ? notFound() : unreachable(error);
  }
}

const EVERY = 10_000; // milliseconds after which a teacher's page looks again who got how far

class ClassRoom {
  #address;
  #body = h("div", { class: "class-body" });
  #table = h("div");
  #form;
  #timer = 0;

  /** @param {string} address @param {Wire.ClassReport} report */
  constructor(address, report) {
    this.#address = address;
    this.report = report;
    this.#form = report.teacher
      ? new AssignForm((item) => this.#change(api.post(`${address}/assignments`, item)))
      : null;
    noteClass(report.code, report.me !== null);
    this.view = {
      title: report.title,
      element: h(
        "div",
        { class: "page classes" },
        h(
          "div",
          { class: "page-head" },
          h("h1", {}, report.title),
          h("a", { class: "button", href: "/learn/classes" }, "All classes"),
        ),
        this.#body,
      ),
      shown: () => {
        if (report.teacher) this.#timer = setInterval(() => this.#look(), EVERY);
      },
      leave: () => clearInterval(this.#timer),
    };
    this.#draw();
  }

  /** What is new, without touching what somebody is filling in. */
  async #look() {
    if (document.hidden || this.#table.contains(document.activeElement)) return;
    const found = /** @type {Wire.ClassReport|null} */ (await api.get(this.#address).catch(() => null));
    if (found === null || JSON.stringify(found) === JSON.stringify(this.report)) return;
    this.report = found;
    put(this.#table, this.#results());
  }

  /** Show what a change has led to. @param {Promise<unknown>} change */
  async #change(change) {
    try {
      this.report = /** @type {Wire.ClassReport} */ (await change);
      noteClass(this.report.code, this.report.me !== null);
      this.#draw();
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  #draw() {
    const { report } = this;
    if (report.teacher) {
      put(this.#table, this.#results());
      put(this.#body, this.#invitation(), this.#table, this.#form?.element, this.#end());
    } else if (report.me === null) put(this.#body, this.#joining(""), this.#work(null));
    else {
      const me = report.members[0];
      put(
        this.#body,
        this.#work(me),
        h("details", {}, h("summary", {}, "Name and membership"), this.#joining(me.name)),
      );
    }
  }

  // --- the teacher --------------------------------------------------------------------------------------------------

  #invitation() {
    const link = `${location.origin}/learn/classes/${this.report.code}`;
    return h(
      "div",
      { class: "card" },
      h("p", {}, "Pupils join with this link, under any name they like:"),
      h(
        "div",
        { class: "row" },
        h("code", { class: "code class-link" }, link),
        h("button", { type: "button", class: "button", onclick: () => copy(link, "Link") }, icon("link"), "Copy link"),
        h(
          "button",
          { type: "button", class: "button", onclick: () => this.#change(api.get(this.#address)) },
          icon("again"),
          "Refresh",
        ),
      ),
    );
  }

  #results() {
    const { assignments, members } = this.report;
    if (!assignments.length && !members.length)
      return h(
        "p",
        { class: "note" },
        "Nothing is assigned yet, and nobody has joined. Both can be done in any order.",
      );
    return h(
      "section",
      {},
      h("h2", {}, "Who got how far"),
      h(
        "div",
        { class: "scroller", tabindex: 0, role: "region", "aria-label": "Who got how far" },
        h(
          "table",
          { class: "plain class-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, "Name"),
              assignments.map((item) => h("th", { scope: "col" }, this.#column(item))),
              h("th", { scope: "col" }, "Last seen"),
            ),
          ),
          h(
            "tbody",
            {},
            members.length
              ? members.map((member) => this.#row(member))
              : h("tr", {}, h("td", { colspan: assignments.length + 2, class: "note" }, "Nobody has joined yet.")),
          ),
        ),
      ),
    );
  }

  /** @param {Wire.AssignmentInfo} item */
  #column(item) {
    const remove = () =>
      this.#change(
        /** @type {Promise<Wire.ClassReport>} */ (
          api.delete(`${this.#address}/assignments/${item.kind}/${encodeURIComponent(item.id)}`)
        ),
      );
    return h(
      "div",
      { class: "class-cell" },
      h(
        "span",
        {},
        h("a", { href: assignmentLink(item) }, item.title),
        h("span", { class: "note" }, ` ${kindName(item.kind)}`),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon-button small",
          "aria-label": `Remove ${item.title}`,
          title: "Remove",
          onclick: remove,
        },
        icon("close"),
      ),
    );
  }

  /** @param {Wire.MemberInfo} member */
  #row(member) {
    const remove = async () => {
      const text = "Their progress in this class is deleted.";
      if (!(await confirmDialog(`Remove ${member.name} from the class?`, text, "Remove"))) return;
      this.#change(/** @type {Promise<Wire.ClassReport>} */ (api.delete(`${this.#address}/members/${member.number}`)));
    };
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h(
          "div",
          { class: "class-cell" },
          h("bdi", {}, member.name),
          h(
            "button",
            {
              type: "button",
              class: "icon-button small",
              "aria-label": `Remove ${member.name}`,
              title: "Remove",
              onclick: remove,
            },
            icon("close"),
          ),
        ),
      ),
      this.report.assignments.map((item) => h("td", {}, progressText(member, item))),
      h("td", {}, when(member.seen)),
    );
  }

  #end() {
    const remove = async () => {
      const text = "Its assignments and the progress of all its members are deleted permanently.";
      if (!(await confirmDialog("Delete this class?", text, "Delete the class"))) return;
      try {
        await api.delete(this.#address);
        go("/learn/classes");
      } catch (error) {
        toast(sentence(reason(error)), "error");
      }
    };
    return h(
      "p",
      {},
      h("button", { type: "button", class: "button small", onclick: remove }, icon("trash"), "Delete this class"),
    );
  }

  // --- the pupil ----------------------------------------------------------------------------------------------------

  /** @param {Wire.MemberInfo|null} me */
  #work(me) {
    const { assignments } = this.report;
    return h(
      "section",
      {},
      h("h2", {}, "What there is to do"),
      assignments.length
        ? h(
            "ul",
            { class: "class-list" },
            assignments.map((item) => h("li", { class: "card class-work" }, this.#task(item, me))),
          )
        : h("p", { class: "note" }, "Nothing is assigned yet. Check again later."),
    );
  }

  /** @param {Wire.AssignmentInfo} item @param {Wire.MemberInfo|null} me */
  #task(item, me) {
    const done = async () => {
      await reportProgress("position", item.id, 1, 1);
      this.#change(api.get(this.#address));
    };
    return [
      h("a", { href: assignmentLink(item) }, h("strong", {}, item.title)),
      h("span", { class: "note" }, kindName(item.kind)),
      me ? h("span", { class: "class-progress" }, progressText(me, item)) : null,
      me && item.kind === "position"
        ? h("button", { type: "button", class: "button small", onclick: done }, icon("check"), "I have done it")
        : null,
    ];
  }

  /** @param {string} known the name so far */
  #joining(known) {
    const name = h("input", { id: "class-name", maxlength: 40, required: true, autocomplete: "off", value: known });
    const join = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#change(api.post(`${this.#address}/join`, { name: name.value }));
    };
    const leave = async () => {
      const text = "Your progress in this class is deleted.";
      if (!(await confirmDialog("Leave this class?", text, "Leave"))) return;
      await api.delete(`${this.#address}/join`);
      this.#change(api.get(this.#address));
    };
    return h(
      "form",
      { class: "card class-form", onsubmit: join },
      h("label", { for: "class-name" }, "Your name in this class"),
      h(
        "div",
        { class: "row" },
        name,
        h("button", { class: "button primary" }, known ? "Change the name" : "Join the class"),
        known ? h("button", { type: "button", class: "button", onclick: leave }, "Leave the class") : null,
      ),
      h("p", { class: "note" }, "Any name will do. Your teacher sees it, and how far you get with what is assigned."),
    );
  }
}

/** @param {Wire.MemberInfo} member @param {Wire.AssignmentInfo} item */
function progressText(member, item) {
  const found = member.progress.find(({ kind, id }) => kind === item.kind && id === item.id);
  if (!found?.done) return "–";
  return found.done >= found.total ? "✓ done" : `${found.done} of ${found.total}`;
}
