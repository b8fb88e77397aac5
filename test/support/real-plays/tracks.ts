/** A track of the generated listening. */
export interface RealTrack {
  name: string;
  artist: string;
  album: string;
  durationMs: number;
  /** Two for a track that was relinked, in the order of their age; none for a file that the platform does not know. */
  ids: string[];
  /** A file of the listener's own: the feed leaves it out, and an export reports it by its names. */
  isLocal: boolean;
}

/** With names that differ in script, composition and signs, titles that two artists share, and artists of several. */
export const TRACKS: readonly RealTrack[] = [
  streamed('Lantern Street', 'The Harbour Lights', 1),
  streamed('Intro', 'The Harbour Lights', 2),
  streamed('Intro', 'Zoë Ångström', 3),
  streamed('Déjà Vécu', 'Zoë Ångström', 4),
  streamed('夜の電車', 'Ночной Экспресс', 5),
  streamed('أغنية الصباح', 'شبكة الضوء', 6),
  streamed('50% of "Us": a+b & c/d', 'st.el.la $ave', 7),
  { ...streamed('Reissued', 'The Harbour Lights', 8), ids: [idOf(8), idOf(0)] },
  { ...streamed('Moved Twice', 'Café Früh', 9), ids: [idOf(9), idOf('A')] },
  { ...streamed('Kitchen Tape', 'Home Recordings', 'D'), ids: [], isLocal: true },
  { ...streamed('Démo: 100%', 'Home Recordings', 'B'), isLocal: true },
  { ...streamed('Ripped Disc', 'Café Früh', 'C'), isLocal: true },
].map((track, index) => ({ ...track, durationMs: 190_000 + index * 7_919 }));

function streamed(name: string, artist: string, digit: number | string): RealTrack {
  return { name, artist, album: `${name} and others`, durationMs: 0, ids: [idOf(digit)], isLocal: false };
}

function idOf(digit: number | string): string {
  return String(digit).repeat(22);
}
