/**
 * Compares texts by Unicode code point, as Python and UTF-8 order them. JavaScript's own order is
 * by UTF-16 unit, which differs where surrogates meet U+E000–U+FFFF.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue;
    // Behind an equal first half of a pair, the whole pair decides.
    const from = at > 0 && (isPair(left, at - 1) || isPair(right, at - 1)) ? at - 1 : at;
    return (left.codePointAt(from) ?? 0) - (right.codePointAt(from) ?? 0);
  }
  return left.length - right.length;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
