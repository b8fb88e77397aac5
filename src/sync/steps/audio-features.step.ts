import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Track } from '../../catalogue/track.schema';
import { JOBS_CONNECTION } from '../../database/connections';
import { Play } from '../../history/play.schema';
import { PlatformApiClient } from '../../platform/platform-api.client';
import { AskedLately } from '../records/asked-lately';
import { PlatformRecords } from '../records/platform-records.service';
import type { StepContext, StepOutcome, SyncStep } from './sync-step';

/** Last plays whose tracks are looked after. */
const RECENT_PLAYS = { scheduled: 200, asked: 1_000 };

/** Fetches the measures of the tracks that the user has played lately. */
@Injectable()
export class AudioFeaturesStep implements SyncStep {
  readonly action = 'audio_features';
  readonly isEssential = false;
  private readonly asked = new AskedLately();

  constructor(
    private readonly platform: PlatformApiClient,
    private readonly records: PlatformRecords,
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly history: Model<Play>,
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
  ) {}

  async run({ userId, isScheduled }: StepContext): Promise<StepOutcome> {
    const recent = await this.recentTracks(userId, isScheduled ? RECENT_PLAYS.scheduled : RECENT_PLAYS.asked);
    const unmeasured = await this.tracks
      .find({ platform_id: { $in: recent }, audio_features: null })
      .select('platform_id')
      .lean<Track[]>();
    const now = Date.now();
    const wanted = this.asked.without(
      unmeasured.map(({ platform_id }) => platform_id),
      now,
    );
    const found = await this.platform.audioFeatures(wanted);
    this.asked.note(wanted, now);
    await this.records.keepAudioFeatures([...found.values()]);
    return { items: found.size, detail: summaryOf(found.size, unmeasured.length - found.size) };
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

function summaryOf(measured: number, without: number): string {
  const counts = measured === 0 ? 'nothing new' : `${measured} ${measured === 1 ? 'track' : 'tracks'}`;
  return without === 0 ? counts : `${counts}; the platform has none of ${without}`;
}
