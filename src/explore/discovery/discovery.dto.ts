import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { COUNT, RANK, SHARE } from '../../common/openapi';
import { CountedItemResponse } from '../item.dto';
import { ThroughLensResponse } from '../lens/lens.dto';
import { STEPS, type Step } from '../lens/steps';
import { PagedResponse } from '../paging';
import { DISCOVERED_KINDS, type DiscoveredKind } from './discovery.query';
import type { Mix } from './mix';

const DIVERSITY = { minimum: 0, description: 'exp of the entropy of the artists’ shares, 2 decimals' } as const;
const NEW_SHARE = { ...SHARE, description: 'Artists discovered, of all artists played, 4 decimals' } as const;
const GINI = {
  ...SHARE,
  description: 'Gini coefficient of the artists, 4 decimals: 0 where all are played alike',
} as const;

export class DiscoveryStepResponse {
  @ApiProperty()
  label: string;

  @ApiProperty(COUNT)
  discovered_count: number;

  @ApiProperty(COUNT)
  play_count: number;

  @ApiProperty({ minimum: 0, description: 'Items discovered for each play, 4 decimals' })
  share: number;
}

export class DiscoveredItemResponse extends CountedItemResponse {
  @ApiProperty({ description: 'When it was first played' })
  first_played_at: Date;
}

export class DiscoveriesResponse extends IntersectionType(ThroughLensResponse, PagedResponse) {
  @ApiProperty({ enum: DISCOVERED_KINDS })
  of: DiscoveredKind;

  @ApiProperty({ enum: STEPS })
  step: Step;

  @ApiProperty({ type: [DiscoveryStepResponse], description: 'Of the whole range, oldest first' })
  steps: DiscoveryStepResponse[];

  @ApiProperty({ type: [DiscoveredItemResponse], description: 'Newest discovery first' })
  items: DiscoveredItemResponse[];
}

const stillPlayed = (days: number) =>
  ({
    ...SHARE,
    nullable: true,
    description:
      `Of those discovered ${days} days ago or longer, the share that was played again ${days} days or more after its ` +
      'first play, 4 decimals; null where there are none',
  }) as const;

export class FunnelQuarterResponse {
  @ApiProperty()
  label: string;

  @ApiProperty(COUNT)
  discovered_count: number;

  @ApiProperty(stillPlayed(7))
  after_7_days: number | null;

  @ApiProperty(stillPlayed(30))
  after_30_days: number | null;

  @ApiProperty(stillPlayed(90))
  after_90_days: number | null;

  @ApiProperty(stillPlayed(365))
  after_365_days: number | null;
}

export class FunnelResponse extends ThroughLensResponse {
  @ApiProperty({ enum: DISCOVERED_KINDS })
  of: DiscoveredKind;

  @ApiProperty({ type: [FunnelQuarterResponse], description: 'Oldest first' })
  quarters: FunnelQuarterResponse[];
}

export class MixResponse implements Mix {
  @ApiProperty(COUNT)
  unique_artists: number;

  @ApiProperty(DIVERSITY)
  effective_artists: number;

  @ApiProperty(NEW_SHARE)
  new_artists_share: number;

  @ApiProperty(GINI)
  gini: number;
}

export class DiversityStepResponse extends MixResponse {
  @ApiProperty()
  label: string;

  @ApiProperty({ ...COUNT, description: 'Those without an artist, too' })
  play_count: number;
}

export class DiversityResponse extends IntersectionType(ThroughLensResponse, MixResponse) {
  @ApiProperty({ enum: STEPS })
  step: Step;

  @ApiProperty({ type: [DiversityStepResponse], description: 'Oldest first' })
  steps: DiversityStepResponse[];
}

export class ForgottenItemResponse extends CountedItemResponse {
  @ApiProperty(RANK)
  rank: number;

  @ApiProperty({ ...COUNT, description: 'Days with a play' })
  listening_days: number;

  @ApiProperty()
  last_played_at: Date;

  @ApiProperty({ ...COUNT, description: 'Days from the last day with a play to the end of the range' })
  gap_days: number;

  @ApiProperty({ ...COUNT, description: 'Nine of ten gaps between days with plays were no longer' })
  usual_gap_days: number;
}

export class ForgottenResponse extends IntersectionType(ThroughLensResponse, PagedResponse) {
  @ApiProperty({ type: [ForgottenItemResponse], description: 'By plays' })
  items: ForgottenItemResponse[];
}
