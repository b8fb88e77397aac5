import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** As long as a session lives: after that nothing can speak for the user any more. */
const KEPT_SECONDS = 31 * 24 * 3600;

/**
 * A user who has left. It is written before anything is erased, so that an erasure which breaks off is gone on with, and
 * kept for a while after, so that nothing that was under way brings the user back.
 */
@Schema({ collection: 'user_deletions', versionKey: false })
export class UserDeletion {
  /** users._id, which is given to nobody else. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Date, required: true })
  requested_at: Date;

  /** When everything was erased first; null until then. */
  @Prop({ type: Date, default: null })
  erased_at: Date | null;

  /** Whether nothing that was under way then can have written more since the last look. */
  @Prop({ type: Boolean, default: false })
  settled: boolean;
}

export const UserDeletionSchema = SchemaFactory.createForClass(UserDeletion);

UserDeletionSchema.index({ requested_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
UserDeletionSchema.index({ settled: 1, requested_at: 1 });
