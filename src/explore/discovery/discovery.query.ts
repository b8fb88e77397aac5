import { QueryEnum } from '../../common/validation/query.decorators';
import { LensQuery } from '../lens/lens.query';
import { STEPS, type Step } from '../lens/steps';
import { PagedLensQuery } from '../paging';

/** What can be discovered. */
export const DISCOVERED_KINDS = ['artists', 'albums', 'tracks'] as const;
export type DiscoveredKind = (typeof DISCOVERED_KINDS)[number];

/** What can be forgotten. */
export const FORGOTTEN_KINDS = ['artists', 'tracks'] as const;

export class DiscoveriesQuery extends PagedLensQuery {
  @QueryEnum(DISCOVERED_KINDS, { default: 'artists' })
  of: DiscoveredKind = 'artists';

  @QueryEnum(STEPS, { default: 'month' })
  step: Step = 'month';
}

export class FunnelQuery extends LensQuery {
  @QueryEnum(DISCOVERED_KINDS, { default: 'artists' })
  of: DiscoveredKind = 'artists';
}

export class DiversityQuery extends LensQuery {
  @QueryEnum(STEPS, { default: 'month' })
  step: Step = 'month';
}

export class ForgottenQuery extends PagedLensQuery {
  @QueryEnum(FORGOTTEN_KINDS, { default: 'artists' })
  of: (typeof FORGOTTEN_KINDS)[number] = 'artists';
}
