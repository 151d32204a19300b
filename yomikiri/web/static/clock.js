// A clock for each move of a person: off, or some seconds.

import { h } from "./dom.js";
import { t } from "./words.js";

const CHOICES = [0, 10, 30, 60, 180];
const TICK = 200; // milliseconds

export class Clock {
  /** @param {() => void} onEnd called when the time of a move is over */
  constructor(onEnd) {
    this.onEnd = onEnd;
    this.seconds = 0;
    this.ends = 0; // when the time of this move is over
    this.ticking = 0;
    /** @type {number | null} the node of the game at which a person has to move */
    this.node = null;
    this.left = h("b", { role: "timer" });
    this.element = h("span", { class: "clock row small" });
    this.speak();
  }

  /** The control, in the language of the moment. */
  speak() {
    const items = CHOICES.map((seconds) => {
      const words = seconds ? t("seconds_a_move", { n: seconds }) : t("clock_off");
      return h("option", { value: seconds, selected: seconds === this.seconds }, words);
    });
    const choose = () => {
      this.seconds = Number(select.value);
      this.start();
    };
    const select = h("select", { "aria-label": t("clock"), onchange: choose }, items);
    this.element.replaceChildren(this.left, select);
  }

  /**
   * A person has to move at this node, or nobody; what else changes there costs no time.
   * @param {number | null} node
   */
  turn(node) {
    if (node === this.node) return;
    this.node = node;
    this.start();
  }

  start() {
    this.stop();
    if (this.node === null || !this.seconds) return;
    this.ends = performance.now() + 1000 * this.seconds;
    this.ticking = window.setInterval(() => this.tick(), TICK);
    this.tick();
  }

  tick() {
    const left = Math.max(0, this.ends - performance.now());
    this.left.textContent = `${Math.ceil(left / 1000)}`;
    if (left > 0) return;
    this.stop();
    this.onEnd();
  }

  stop() {
    clearInterval(this.ticking);
    this.left.textContent = "";
  }
}
