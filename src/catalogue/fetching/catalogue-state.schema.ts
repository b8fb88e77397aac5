import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The `_id` of the only record. */
export const CATALOGUE_STATE_ID = 'catalogue';

/** What has changed in the catalogue; one record for all replicas. */
@Schema({ collection: 'catalogue_state', versionKey: false })
export class CatalogueState {
  @Prop({ type: String, required: true })
  _id: string;

  /** Whether anything has changed since the last revision. */
  @Prop({ type: Boolean, default: false })
  changed: boolean;

  /** Grows when changes are announced: figures of a former revision show a former catalogue. */
  @Prop({ type: Number, default: 0 })
  revision: number;

  /** When that was last. */
  @Prop({ type: Date, default: null })
  announced_at: Date | null;

  /** Grows whenever the platform has told audio features. */
  @Prop({ type: Number, default: 0 })
  features_revision: number;

  /** Grows whenever the platform has told of a track of which it had not, or tells otherwise whose it is. */
  @Prop({ type: Number, default: 0 })
  identities_revision: number;

  /** Grows whenever the platform reports other genres, names or pictures of artists. */
  @Prop({ type: Number, default: 0 })
  artists_revision: number;

  /** Grows whenever the platform reports other names or pictures of albums, or other pictures of tracks. */
  @Prop({ type: Number, default: 0 })
  covers_revision: number;

  /** Grows whenever the platform reports which tracks an album has. */
  @Prop({ type: Number, default: 0 })
  album_lists_revision: number;
}

export const CatalogueStateSchema = SchemaFactory.createForClass(CatalogueState);
