const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };
const YES = { const: true };
const TEXTS = listOf(TEXT);
const NAMED_COUNTS = listOf(pairOf(TEXT, COUNT));

/** What a load comes to, or a refusal. */
const LOADED = {
  if: { type: 'object', required: ['refused'] },
  then: objectOf({ refused: COUNT }, { says: TEXTS }),
  else: objectOf(
    {},
    {
      stored: COUNT,
      duplicate: COUNT,
      not_a_track: COUNT,
      invalid: COUNT,
      known: COUNT,
      joins: COUNT,
      status: { enum: ['completed', 'failed'] },
      entries: { type: 'object', additionalProperties: { enum: ['read', 'not_history', 'unreadable', 'not read'] } },
      saysOneOf: TEXTS,
    },
  ),
};

const STEP = {
  type: 'object',
  oneOf: [
    objectOf({ load: { ...TEXTS, minItems: 1 }, right: LOADED }),
    objectOf({ feed: TEXT, right: objectOf({ new: COUNT }, { gap: { type: 'boolean' } }) }),
    objectOf({ settle: { enum: [true, 'names'] } }),
    objectOf({ delete: COUNT }),
    objectOf({ keepExport: YES }),
    objectOf({ newListener: YES }),
    objectOf({ loadExport: YES, right: LOADED }),
    objectOf({ playlists: objectOf({ read: TEXTS, open: TEXTS }) }),
  ],
};

/** What may stand in a case and in a run alike. */
const END = {
  history: listOf(objectOf({ at: TEXT, track: TEXT, artist: TEXT, ms: COUNT }, { id: { type: ['string', 'null'] } })),
  count: COUNT,
  historyCount: COUNT,
  figures: objectOf(
    {},
    {
      total_tracks_played: COUNT,
      total_ms_played: COUNT,
      unique_tracks: COUNT,
      unique_artists: COUNT,
      unique_albums: COUNT,
      top_artists: NAMED_COUNTS,
      top_artist_ids: TEXTS,
      top_albums: NAMED_COUNTS,
    },
  ),
  filters: listOf(pairOf({ type: 'object', additionalProperties: TEXT }, COUNT)),
};

/** Tracks of the platform pass through as they are. */
const MUSIC = objectOf(
  { tracks: listOf({ type: 'object', required: ['id', 'name', 'artists'] }) },
  {
    playlists: listOf(
      objectOf({
        id: TEXT,
        name: TEXT,
        status: COUNT,
        tracks: listOf(objectOf({ id: TEXT, name: TEXT, artist: TEXT, album: TEXT, duration: COUNT })),
      }),
    ),
  },
);

/** What a right.json may say. All of it is checked; whoever adds something to it also adds a check. */
export const CASE_SCHEMA = objectOf(
  { runs: listOf(objectOf({ label: TEXT, steps: listOf(STEP) }, { ...END, withPlatform: MUSIC, loose: YES })) },
  { ...END, platform: MUSIC },
);

function listOf(items: object): object {
  return { type: 'array', items };
}

function pairOf(first: object, second: object): object {
  return { type: 'array', items: [first, second], minItems: 2, maxItems: 2, additionalItems: false };
}

function objectOf(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
