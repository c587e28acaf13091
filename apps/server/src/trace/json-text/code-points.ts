/**
 * Compares texts by Unicode code point, as Python and UTF-8 order them. JavaScript compares UTF-16
 * units, which gives another order for surrogates and U+E000–U+FFFF.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue;
    // After an equal first half of a surrogate pair, compare the whole pairs.
    const from = at > 0 && (isPair(left, at - 1) || isPair(right, at - 1)) ? at - 1 : at;
    return (left.codePointAt(from) ?? 0) - (right.codePointAt(from) ?? 0);
  }
  return left.length - right.length;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
