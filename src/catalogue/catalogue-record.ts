import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Lookup } from './fetching/lookup';

/** What the shared records of tracks, artists and albums have in common. */
@Schema()
export abstract class CatalogueRecord {
  _id: Types.ObjectId;

  /** The platform's id, or one made of names: see nameId. */
  @Prop({ type: String, required: true })
  platform_id: string;

  @Prop({ type: String, default: '' })
  name: string;

  @Prop({ type: String, default: '' })
  external_url: string;

  @Prop({ type: Date, default: () => new Date() })
  fetched_at: Date;

  /** Known from an export file alone. What the platform tells overwrites it and clears this. */
  @Prop({ type: Boolean, default: false })
  stub: boolean;

  /** For a record made of names: the platform's id of the only one of these names, once it is known. */
  @Prop({ type: String, default: null })
  same_as: string | null;

  /** When the platform is asked for this record next; null for one made of names. */
  @Prop({ type: MongooseSchema.Types.Mixed, default: null })
  lookup: Lookup | null;
}

/** Gives a schema the indexes that every kind of record needs. */
export function indexRecords(schema: MongooseSchema): void {
  schema.index({ platform_id: 1 }, { unique: true });
  // Sparse: a record without an instant is in no backlog.
  schema.index({ 'lookup.due_at': 1 }, { sparse: true });
}
