import type { FEATURES } from '../../columns/column-tables';

/** The mean of each feature over all tracks that have features, weighted by plays. */
export type AudioAverages = Record<(typeof FEATURES)[number], number>;
