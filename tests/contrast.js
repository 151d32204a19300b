// What on a page cannot be told from its ground: [how many things were looked at, complaints].
() => {
    const numbers = (text) => text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const over = ([r, g, b, a = 1], [r2, g2, b2], more = 1) =>
        [r2 + a * more * (r - r2), g2 + a * more * (g - g2), b2 + a * more * (b - b2)];
    const part = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    const ratio = (one, two) => {
        const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const chain = (element) => element ? [...chain(element.parentElement), element] : [];
    const ground = (element) => chain(element).reduce(
        (below, one) => over(numbers(getComputedStyle(one).backgroundColor), below), [255, 255, 255]);
    const opacity = (element) => chain(element).reduce((all, one) => all * getComputedStyle(one).opacity, 1);
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const painted = (style, kind) => {
        const colour = style[kind];
        if (!colour.startsWith("rgb")) return null;
        const [r, g, b, a = 1] = numbers(colour);
        const whole = a * style[kind + "Opacity"];
        return whole > 0.05 ? [r, g, b, whole] : null;
    };
    // What lies below a point of the screen, without what belongs to `element`.
    const below = (x, y, element) => {
        const stack = document.elementsFromPoint(x, y).filter((one) => !element.contains(one)).reverse();
        return stack.reduce((colour, one) => {
            if (!(one instanceof SVGElement)) return over(numbers(getComputedStyle(one).backgroundColor), colour);
            const isArea = one instanceof SVGGeometryElement && !(one instanceof SVGLineElement);
            const fill = isArea && painted(getComputedStyle(one), "fill");
            return fill ? over(fill, colour, opacity(one)) : colour;
        }, ground(document.body));
    };
    const middle = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const found = [];
    const note = (element, kind, value, least) => {
        if (value < least) found.push(`${kind} ${element.getAttribute("class") ?? element.tagName} ${element.textContent.trim().slice(0, 30)}: ${value.toFixed(2)}`);
    };
    let seen = 0;
    for (const element of (document.querySelector("dialog[open]") ?? document.body).querySelectorAll("*")) {
        if (!isSeen(element) || element.closest(":disabled, .unseen, option, .sample, .swatch, .palette")) continue;
        const style = getComputedStyle(element);
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (element instanceof HTMLElement && hasText) {
            const back = ground(element);
            note(element, "text", ratio(over(numbers(style.color), back, opacity(element)), back), 4.5);
            seen += 1;
        } else if (hasText && element.matches(".coordinate, .badge text, .piece text, .history text")) {
            const [x, y] = middle(element);
            if (y < 0 || y > innerHeight) continue;
            const back = below(x, y, element);
            note(element, "text", ratio(over(painted(style, "fill"), back, opacity(element)), back), 4.5);
            seen += 1;
        } else if (element.matches(".dot, .target, .last-mark:not(.ground), .zone:focus, .zone.chosen")) {
            const colour = painted(style, element.matches(".dot") ? "fill" : "stroke");
            const { x, y, width, height } = element.getBoundingClientRect();
            const at = element.matches(".dot") ? [x + width / 2, y + height / 2] : [x + width / 2, y + 1];
            // A light line around it helps, where there is one.
            const around = element.matches(".last-mark") ? [painted(getComputedStyle(element.previousSibling), "stroke")]
                : element.matches(":focus-visible") ? [numbers(style.outlineColor)] : [];
            // A sign of the legend has its own ground, also where it is scrolled out of sight.
            const back = element.closest(".sign") ? ground(element) : below(...at, element);
            note(element, "mark", Math.max(...[colour, ...around].map((one) => ratio(over(one, back), back))), 3);
            seen += 1;
        } else if (element.matches("g.piece")) {
            // Its body or its edge stands out from the board.
            const shape = [...element.querySelectorAll("path, circle, rect, polygon")].find((one) => painted(getComputedStyle(one), "fill")?.[3] > 0.5 || painted(getComputedStyle(one), "stroke"));
            const back = below(...middle(element), element);
            const colours = ["fill", "stroke"].map((kind) => painted(getComputedStyle(shape), kind)).filter(Boolean);
            note(element, "piece", Math.max(...colours.map((colour) => ratio(over(colour, back), back))), 3);
            seen += 1;
        }
    }
    return [seen, [...new Set(found)]];
}
