import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

export type NameKind = 'artist' | 'track';

/** A name that occurs in a user's history, so that filters with wildcards need not look at every play. */
@Schema({ collection: 'history_names', versionKey: false })
export class PlayedName {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: String, required: true, enum: ['artist', 'track'] })
  kind: NameKind;

  /** In the form that filters compare: the plays' artist_key or track_key. */
  @Prop({ type: String, default: '' })
  key: string;
}

export const PlayedNameSchema = SchemaFactory.createForClass(PlayedName);

PlayedNameSchema.index({ user_id: 1, kind: 1, key: 1 }, { unique: true });
