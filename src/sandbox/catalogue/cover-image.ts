import { Random } from '../random';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text made safe inside HTML and SVG. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A small square picture for an album, artist, playlist or listener: two colours and a shape drawn from the id. */
export function coverImage(id: string, title: string, size: number): string {
  const random = new Random('cover', id);
  const hue = random.integer(0, 359);
  const back = `hsl(${hue} 45% 32%)`;
  const front = `hsl(${(hue + random.integer(90, 270)) % 360} 65% 68%)`;
  const shape = random.pick([
    `<circle cx="50" cy="46" r="${random.integer(16, 32)}" fill="${front}"/>`,
    `<rect x="22" y="18" width="56" height="56" rx="${random.integer(0, 20)}" fill="${front}" transform="rotate(${random.integer(0, 45)} 50 46)"/>`,
    `<path d="M50 14 82 74H18Z" fill="${front}"/>`,
    `<path d="M0 ${random.integer(40, 60)}Q25 20 50 50T100 40V100H0Z" fill="${front}"/>`,
  ]);
  const label = escapeMarkup(title);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100" role="img" aria-label="${label}">` +
    `<rect width="100" height="100" fill="${back}"/>${shape}` +
    `<text x="50" y="93" font-family="sans-serif" font-size="7" fill="#fff" text-anchor="middle">${label}</text></svg>`
  );
}
