/** A table for `WITH`. `genres_of`: each genre of each artist, once. */
export const GENRES_OF = `
genres_of AS (
  SELECT DISTINCT artist, unnest(genres) AS genre FROM artists
)`;
