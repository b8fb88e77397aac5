import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

export type NameKind = 'artists' | 'tracks';

/**
 * Names that occur in a user's history, in the form that filters compare (the plays' artist_key and track_key), so that
 * a filter with wildcards need not look at every play. Each batch of plays leaves one record with the names that are
 * new with it; together they are the user's names.
 */
@Schema({ collection: 'history_names', versionKey: false })
export class PlayedNames {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  @Prop({ type: [String], default: [] })
  artists: string[];

  @Prop({ type: [String], default: [] })
  tracks: string[];
}

export const PlayedNamesSchema = SchemaFactory.createForClass(PlayedNames);

PlayedNamesSchema.index({ user_id: 1 });
