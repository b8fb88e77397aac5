import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueFetchService } from '../../catalogue/fetching/catalogue-fetch.service';
import { JOBS_CONNECTION } from '../../database/connections';
import { Play } from '../../history/play.schema';
import { EndpointStates } from '../../platform/calls/endpoint-states';
import { FEED_LENGTH } from '../feed/feed-look';
import { type StepContext, StepOfSync, type StepOutcome, type SyncStep } from './sync-step';

/**
 * Last plays whose tracks are looked after: by the schedule those that a look at the feed can have brought. The rest of a
 * long history comes with the turns of the catalogue.
 */
const RECENT_PLAYS = { scheduled: FEED_LENGTH, asked: 1_000 };

/** Fetches the audio features of the tracks that the user has played lately. */
@StepOfSync({ order: 20 })
@Injectable()
export class AudioFeaturesStep implements SyncStep {
  readonly action = 'audio_features';
  readonly isEssential = false;

  constructor(
    private readonly catalogue: CatalogueFetchService,
    private readonly endpoints: EndpointStates,
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>,
  ) {}

  /** @throws EndpointClosed */
  async run({ userId, isScheduled, signal }: StepContext): Promise<StepOutcome> {
    const recent = await this.recentTracks(userId, isScheduled ? RECENT_PLAYS.scheduled : RECENT_PLAYS.asked);
    const items = await this.catalogue.fetchAudioFeatures(recent, signal);
    // The catalogue leaves alone what is closed; the person who reads the step should know.
    if (items === 0) await this.endpoints.isKnownOpen('audio_features');
    return { items, detail: items === 0 ? 'nothing new' : `of ${items} ${items === 1 ? 'track' : 'tracks'}` };
  }

  private async recentTracks(userId: string, plays: number): Promise<string[]> {
    const rows = await this.history
      .find({ user_id: userId })
      .sort({ played_at: -1, _id: -1 })
      .limit(plays)
      .select('track.platform_id')
      .lean<Play[]>();
    return [...new Set(rows.map(({ track }) => track.platform_id))];
  }
}
