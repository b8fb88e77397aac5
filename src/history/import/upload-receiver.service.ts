import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isDiskFull } from '../../common/errors/disk-full';
import { AppError } from '../../common/errors/errors';
import { Settings } from '../../config/settings';
import { isFileError } from './disk-errors';
import { ImportFolders } from './import-folders.service';
import type { UploadedFile } from './reading/inspected-file';
import { missingFile, tooLarge, tooManyFiles, unreadableFile, UploadAbandoned } from './upload.errors';

const FIELD = 'file';
/** What a multipart body has besides the files. */
const FRAMING_BYTES = 1024 ** 2;
const LONGEST_NAME = 255;
const LIMIT_ERRORS = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** Takes the files of a multipart request to disk as they come in, whatever their size. */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly folders: ImportFolders,
    private readonly settings: Settings,
  ) {}

  /**
   * Writes what comes in the field `file` to the folder of an upload, which the caller removes if this throws.
   *
   * @throws InvalidRequest, PayloadTooLarge, UploadAbandoned, or the error of a disk as it comes
   */
  async receive(request: FastifyRequest, uploadId: string): Promise<UploadedFile[]> {
    const { importMaxBytes } = this.settings;
    if (!request.isMultipart()) throw missingFile();
    try {
      if (Number(request.headers['content-length']) > importMaxBytes + FRAMING_BYTES) throw tooLarge(importMaxBytes);
      return await this.takeParts(request, uploadId);
    } catch (error) {
      // Whoever still sends would not read the answer before all is sent.
      request.raw.resume();
      throw asUploadError(error, request);
    }
  }

  private async takeParts(request: FastifyRequest, uploadId: string): Promise<UploadedFile[]> {
    const files: UploadedFile[] = [];
    const count = byteCounter(this.settings.importMaxBytes);
    // The bound is on all files together, so that it is counted here.
    for await (const part of request.parts({ limits: { fileSize: Number.MAX_SAFE_INTEGER } })) {
      if (part.fieldname === FIELD && !isFile(part))
        throw unreadableFile('The field "file" holds text. Send the export as a file, with a file name.');
      if (part.type === 'field') continue;
      if (part.fieldname !== FIELD || isNoFile(part)) {
        await pipeline(part.file, count(), nowhere());
      } else {
        const path = this.folders.uploadPath(uploadId, files.length);
        await pipeline(part.file, count(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        files.push({ path, name: nameOf(part) });
      }
    }
    if (files.length === 0) throw missingFile();
    return files;
  }
}

/** Makes streams that pass bytes on until they are too many in all. */
function byteCounter(maxBytes: number): () => Transform {
  let total = 0;
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        total += chunk.length;
        if (total > maxBytes) done(tooLarge(maxBytes));
        else done(null, chunk);
      },
    });
}

function nowhere(): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
}

/** What says to be bytes is taken for a file by the parser, also without a file name. */
function isFile(part: Multipart): boolean {
  return part.type === 'file' && (part.filename as string | undefined) !== undefined;
}

/** A form whose file was not chosen sends an empty one without a name. */
function isNoFile({ filename }: MultipartFile): boolean {
  return filename === '';
}

function nameOf({ filename }: MultipartFile): string {
  return basename(filename.normalize('NFC').replaceAll('\\', '/')).slice(-LONGEST_NAME);
}

function asUploadError(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return error;
  if (!request.raw.complete && request.raw.destroyed) return new UploadAbandoned();
  if (isFileError(error)) return error;
  if (error instanceof Error && 'code' in error && LIMIT_ERRORS.has(String(error.code))) return tooManyFiles();
  // What is left is a body that is no proper form: the parser's words for it are not for the user.
  return missingFile();
}
