import { Injectable } from '@nestjs/common';
import type { Recordings } from '../../analytics/figures/recordings';
import type { Artist } from '../../catalogue/artist.schema';
import { CatalogueService } from '../../catalogue/catalogue.service';
import type { Track } from '../../catalogue/track.schema';
import { matchKey } from '../../common/text';
import { begunAlbums } from '../scoring/heard';
import { type Candidate, type Draw, unitOf } from '../scoring/score';
import { mostLiked, type Taste } from '../scoring/taste';
import { CatalogueSamples } from './catalogue-samples.service';

/** How much is read at most; the sum bounds the work of a request, whatever the size of history and catalogue. */
const LIKED_ARTISTS = 20;
const TRACKS_OF_LIKED_ARTIST = 15;
const LIKED_GENRES = 8;
const ARTISTS_OF_GENRE = 5;
const TRACKS_OF_GENRE_ARTIST = 4;
const FAVOURITES = 100;
const BEGUN_ALBUMS = 15;

const ID_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Gathers the tracks of the shared catalogue that could be recommended to a user. */
@Injectable()
export class CandidateReader {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly samples: CatalogueSamples,
  ) {}

  /** @param recordings what the user has heard of late */
  async read(taste: Taste, recordings: Recordings, draw: Draw): Promise<Candidate<Track>[]> {
    const from = firstId(draw);
    const begun = await this.begunAlbums(recordings);
    const found = await Promise.all([
      this.favourites(taste),
      this.samples.tracksOfAlbums([...begun.keys()]),
      this.tracksOfLikedArtists(taste, from),
      this.tracksOfLikedGenres(taste, from),
    ]);
    const tracks = [...new Map(found.flat().map((track) => [track.platform_id, track])).values()];
    const artists = await this.catalogue.findArtistsByName(namesIn(tracks));
    return tracks.map((track) => ({
      track,
      genres: track.artists.flatMap(({ name }) => artists.get(name)?.genres ?? []),
      albumShare: begun.get(track.album?.platform_id ?? '') ?? 0,
    }));
  }

  /** Shares of albums that were heard in part, by the albums' ids. */
  private async begunAlbums(recordings: Recordings): Promise<Map<string, number>> {
    const begun = begunAlbums(recordings).slice(0, BEGUN_ALBUMS);
    const shares = new Map<string, number>();
    const albums = await this.catalogue.findAlbums(begun);
    for (const each of begun) {
      const { platform_id = '', total_tracks = 0 } = albums.get(each) ?? {};
      if (each.heard < total_tracks) shares.set(platform_id, each.heard / total_tracks);
    }
    return shares;
  }

  private async favourites({ tracks }: Taste): Promise<Track[]> {
    return [...(await this.catalogue.findTracks(mostLiked(tracks, FAVOURITES))).values()];
  }

  private async tracksOfLikedArtists({ artists }: Taste, from: string): Promise<Track[]> {
    const liked = await this.catalogue.findArtistsByName(mostLiked(artists, LIKED_ARTISTS));
    return this.tracksOf([...liked.values()], from, TRACKS_OF_LIKED_ARTIST);
  }

  private async tracksOfLikedGenres({ genres }: Taste, from: string): Promise<Track[]> {
    const artists = await Promise.all(
      mostLiked(genres, LIKED_GENRES).map((genre) => this.samples.artistsOfGenre(genre, from, ARTISTS_OF_GENRE)),
    );
    const different = new Map(artists.flat().map((artist) => [artist.platform_id, artist]));
    return this.tracksOf([...different.values()], from, TRACKS_OF_GENRE_ARTIST);
  }

  private async tracksOf(artists: readonly Artist[], from: string, count: number): Promise<Track[]> {
    const tracks = artists.map(({ platform_id }) => this.samples.tracksOfArtist(platform_id, from, count));
    return (await Promise.all(tracks)).flat();
  }
}

/** Where the samples of a user's day begin. */
function firstId({ userId, day }: Draw): string {
  return ID_DIGITS.charAt(Math.floor(unitOf(userId, day, 'first id') * ID_DIGITS.length));
}

/** The artists' names, each once. */
function namesIn(tracks: readonly Track[]): string[] {
  const names = tracks.flatMap(({ artists }) => artists.map(({ name }) => name));
  return [...new Map(names.map((name) => [matchKey(name), name])).values()];
}
