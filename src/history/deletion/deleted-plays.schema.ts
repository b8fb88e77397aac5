import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema } from 'mongoose';
import type { Play } from '../play.schema';

/** What a deleted play is known again by. */
export interface DeletedPlay extends Pick<Play, 'played_at' | 'artist_key' | 'track_key' | 'seen'> {
  track_id: string;
  /** How long it was played; what former versions remember has none. */
  length_ms?: number;
}

/** The newest plays that a user has deleted, so that the platform's feed, which goes on telling of them, is not believed. */
@Schema({ collection: 'history_deleted_plays', versionKey: false })
export class DeletedPlays {
  /** users._id */
  @Prop({ type: String, required: true })
  _id: string;

  /** Newest first. */
  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] })
  plays: DeletedPlay[];
}

export const DeletedPlaysSchema = SchemaFactory.createForClass(DeletedPlays);
