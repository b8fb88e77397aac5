/** The id of a play, as the document database writes it. */
export const PLAY_ID = `lower(printf('%016x%08x', id_high, id_low))`;
