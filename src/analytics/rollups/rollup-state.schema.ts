import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** How far one user's roll-ups are, and who is working on them. */
@Schema({ collection: 'rollup_states', versionKey: false })
export class RollupState {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  user_id: string;

  /** The zone all roll-ups are in; empty until a first build, and while a build for another zone is under way. */
  @Prop({ type: String, default: '' })
  timezone: string;

  /** The revision of the history that they hold. */
  @Prop({ type: Number, default: 0 })
  applied_revision: number;

  /** When the roll-ups were last brought up to date. */
  @Prop({ type: Date, default: null })
  built_at: Date | null;

  /** Who may write this user's roll-ups until `lease_until`; empty when nobody does. */
  @Prop({ type: String, default: '' })
  lease_owner: string;

  @Prop({ type: Date, default: null })
  lease_until: Date | null;
}

export const RollupStateSchema = SchemaFactory.createForClass(RollupState);

RollupStateSchema.index({ user_id: 1 }, { unique: true });
