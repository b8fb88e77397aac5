/** The upper half of the characters of the first PCs, which names in zip archives are in unless they are UTF-8. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

export function decodeCp437(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : UPPER_HALF.charAt(byte - 0x80))).join(
    '',
  );
}
