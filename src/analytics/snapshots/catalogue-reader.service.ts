import { Injectable } from '@nestjs/common';
import type { Album } from '../../catalogue/album.schema';
import type { Artist } from '../../catalogue/artist.schema';
import { imageUrlOf } from '../../catalogue/catalogue.types';
import { type AlbumName, CatalogueService } from '../../catalogue/catalogue.service';
import { nameId } from '../../catalogue/name-id';
import type { AlbumFacts, ArtistFacts, CatalogueFacts, TrackFacts } from '../figures/catalogue-facts';
import type { Counted } from '../figures/counted';
import { topRanked } from '../figures/rankings';

/** Records a round trip: decoding them takes a few milliseconds, in which nothing else is served. */
const CHUNK = 500;

const NO_FACTS: TrackFacts = { image_url: '', features: null };

/** Reads from the catalogue what snapshots say about the things they count. */
@Injectable()
export class CatalogueReader {
  constructor(private readonly catalogue: CatalogueService) {}

  /** The facts of everything counted; of albums, of those that can stand in a top list. */
  async factsOf(counted: readonly Counted[]): Promise<CatalogueFacts> {
    const [artists, albums, tracks] = await Promise.all([
      this.artistFacts(unique(counted.flatMap((each) => each.artists.map(({ name }) => name)))),
      this.albumFacts(
        counted.flatMap((each) => topRanked(each.albums).map(({ name, key }) => ({ name, artist: key }))),
      ),
      this.trackFacts(unique(counted.flatMap((each) => each.tracks.map(({ key }) => key)))),
    ]);
    return {
      artist: (name) => artists.get(name) ?? { platform_id: nameId(name), image_url: '', genres: [] },
      album: (name, artist) => albums.get(albumKey({ name, artist })) ?? unknownAlbum({ name, artist }),
      track: (platformId) => tracks.get(platformId) ?? NO_FACTS,
    };
  }

  private async artistFacts(names: readonly string[]): Promise<Map<string, ArtistFacts>> {
    const facts = new Map<string, ArtistFacts>();
    for (const chunk of chunksOf(names)) {
      for (const [name, artist] of await this.catalogue.findArtistsByName(chunk))
        facts.set(name, toArtistFacts(artist));
    }
    return facts;
  }

  private async albumFacts(albums: readonly AlbumName[]): Promise<Map<string, AlbumFacts>> {
    const facts = new Map<string, AlbumFacts>();
    for (const [name, album] of await this.catalogue.findAlbums(albums)) facts.set(albumKey(name), toAlbumFacts(album));
    return facts;
  }

  private async trackFacts(platformIds: readonly string[]): Promise<Map<string, TrackFacts>> {
    const facts = new Map<string, TrackFacts>();
    for (const chunk of chunksOf(platformIds)) {
      for (const [platformId, { album, audio_features }] of await this.catalogue.findSounds(chunk)) {
        facts.set(platformId, { image_url: album?.image_url ?? '', features: audio_features });
      }
    }
    return facts;
  }
}

function toArtistFacts(artist: Artist): ArtistFacts {
  return { platform_id: artist.platform_id, image_url: imageUrlOf(artist), genres: artist.genres };
}

function toAlbumFacts(album: Album): AlbumFacts {
  return { platform_id: album.platform_id, image_url: imageUrlOf(album) };
}

function unknownAlbum({ name, artist }: AlbumName): AlbumFacts {
  return { platform_id: nameId(artist, name), image_url: '' };
}

function albumKey({ name, artist }: AlbumName): string {
  return `${artist}\n${name}`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function* chunksOf<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0; start < values.length; start += CHUNK) yield values.slice(start, start + CHUNK);
}
