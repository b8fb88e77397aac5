import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The `_id` of the only record. */
export const CATALOGUE_STATE_ID = 'catalogue';

/** Whether the catalogue has changed since figures that show it were last told so; one record for all replicas. */
@Schema({ collection: 'catalogue_state', versionKey: false })
export class CatalogueState {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Boolean, default: false })
  changed: boolean;

  /** When the last change was announced. */
  @Prop({ type: Date, default: null })
  announced_at: Date | null;

  /** Grows whenever the platform has told audio features. */
  @Prop({ type: Number, default: 0 })
  features_revision: number;

  /** Grows whenever the platform has told of a track of which it had not, or tells otherwise whose it is. */
  @Prop({ type: Number, default: 0 })
  identities_revision: number;
}

export const CatalogueStateSchema = SchemaFactory.createForClass(CatalogueState);
