import { ApiProperty } from '@nestjs/swagger';
import { COUNT, NULLABLE_DATE } from '../../common/openapi';
import type { Lens } from './lens';
import { MEASURES, SOURCES } from './lens.query';

const TEXTS = { type: 'string', isArray: true } as const;

/** The lens of a response, resolved. */
export class LensResponse {
  @ApiProperty({ type: String, nullable: true, description: 'Of a saved lens' })
  id: string | null;

  @ApiProperty({ ...NULLABLE_DATE, description: 'The first millisecond; null where it is open' })
  from: Date | null;

  @ApiProperty({ ...NULLABLE_DATE, description: 'The last millisecond; null where it is open' })
  to: Date | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null where `from` or `to` was given' })
  period: string | null;

  @ApiProperty()
  timezone: string;

  @ApiProperty({ enum: MEASURES })
  measure: (typeof MEASURES)[number];

  @ApiProperty()
  with_features: boolean;

  @ApiProperty(TEXTS)
  artist: string[];

  @ApiProperty(TEXTS)
  album: string[];

  @ApiProperty(TEXTS)
  track: string[];

  @ApiProperty(TEXTS)
  genre: string[];

  @ApiProperty(TEXTS)
  not_artist: string[];

  @ApiProperty(TEXTS)
  not_album: string[];

  @ApiProperty(TEXTS)
  not_track: string[];

  @ApiProperty(TEXTS)
  not_genre: string[];

  @ApiProperty({ enum: SOURCES, isArray: true })
  source: string[];

  @ApiProperty(TEXTS)
  origin: string[];

  @ApiProperty(TEXTS)
  client: string[];

  @ApiProperty(TEXTS)
  context: string[];

  @ApiProperty({ type: 'array', items: { type: 'integer', minimum: 0, maximum: 23 }, description: 'Empty for all' })
  hours: number[];

  @ApiProperty({ type: 'array', items: { type: 'integer', minimum: 1, maximum: 7 }, description: 'Empty for all' })
  weekdays: number[];

  @ApiProperty({ ...COUNT, nullable: true })
  min_ms: number | null;

  @ApiProperty({ ...COUNT, nullable: true })
  max_ms: number | null;

  @ApiProperty()
  q: string;
}

/** What every response of explore begins with. */
export class ThroughLensResponse {
  @ApiProperty({ description: 'What the question was asked through' })
  lens: LensResponse;
}

export function toLensResponse(lens: Lens): LensResponse {
  const { id, from, to, period, timezone, measure, artist, album, track, genre } = lens;
  const { source, origin, client, context, hours, weekdays, q } = lens;
  return {
    id,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
    ...{ period, timezone, measure },
    with_features: lens.withFeatures,
    ...{ artist, album, track, genre },
    not_artist: lens.notArtist,
    not_album: lens.notAlbum,
    not_track: lens.notTrack,
    not_genre: lens.notGenre,
    ...{ source, origin, client, context, hours, weekdays },
    min_ms: lens.minMs,
    max_ms: lens.maxMs,
    q,
  };
}
