import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { Artist } from '../../catalogue/artist.schema';
import { nameId } from '../../catalogue/name-id';
import { Track } from '../../catalogue/track.schema';
import { JOBS_CONNECTION } from '../../database/connections';
import type { AudioAverages } from '../figures/audio-averages';
import type { AlbumFacts, ArtistFacts, CatalogueFacts, TrackFacts } from '../figures/catalogue-facts';
import type { Counted } from '../figures/counted';

/** Ids a round trip. */
const CHUNK = 1_000;
