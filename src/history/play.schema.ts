import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { PlaySource } from './play-source';

/** A play's own copy of what its track was called when it was played. */
export interface PlayedTrack {
  platform_id: string;
  name: string;
  artist_name: string;
  album_name: string;
  album_image_url: string;
  duration_ms: number;
}

/** The names under which a source reported a play. */
export interface ReportedNames {
  track: string;
  artist: string;
  album: string;
}

/** One play of one track by one user. */
@Schema({ collection: 'listening_history', versionKey: false, minimize: false })
export class Play {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: MongooseSchema.Types.Mixed, required: true })
  track: PlayedTrack;

  /** The END of the play. */
  @Prop({ type: Date, required: true })
  played_at: Date;

  @Prop({ type: Number, default: null })
  ms_played: number | null;

  /** What first stored the row. */
  @Prop({ type: String, enum: ['api', 'import'], default: 'api' })
  source: 'api' | 'import';

  @Prop({ type: String, default: '' })
  context_type: string;

  @Prop({ type: String, default: '' })
  context_uri: string;

  /** Artist and track name in the form that filters compare: see matchKey in common/text. */
  @Prop({ type: String, default: '' })
  artist_key: string;

  @Prop({ type: String, default: '' })
  track_key: string;

  /** The time under which each source reported this play; a source that is absent has not. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: {} })
  seen: Partial<Record<PlaySource, Date>>;

  /** The track id under which a source reported this play, where it is not the row's own. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  reported_as?: Partial<Record<PlaySource, string>>;

  /** The names under which a source reported this play, where they are not the row's own. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  reported_names?: Partial<Record<PlaySource, ReportedNames>>;

  /** The milliseconds that a source reported, where `ms_played` is what another one says. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  reported_ms?: Partial<Record<PlaySource, number>>;

  /** Which record of which import was merged into this row: the `_id` that the record's own row would have had. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  merged_from?: Partial<Record<PlaySource, Types.ObjectId>>;

  /** The records of imports by which other rows became one with this one, once for each of these rows. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  joined_by?: Types.ObjectId[];

  /** The record of an import by which this row took over reports of another one, which went for it. */
  @Prop({ type: MongooseSchema.Types.ObjectId })
  parted_by?: Types.ObjectId;
}

export const PlaySchema = SchemaFactory.createForClass(Play);

PlaySchema.index({ user_id: 1, 'track.platform_id': 1, played_at: 1 }, { unique: true });
PlaySchema.index({ user_id: 1, played_at: -1, _id: -1 });
PlaySchema.index({ user_id: 1, artist_key: 1, played_at: -1, _id: -1 });
PlaySchema.index({ user_id: 1, track_key: 1, played_at: -1, _id: -1 });
