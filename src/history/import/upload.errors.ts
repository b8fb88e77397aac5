import { BadRequest, InvalidRequest, PayloadTooLarge } from '../../common/errors/errors';

const MIB = 1024 ** 2;
const FIELD = ['body', 'file'];

/** The caller has gone, or has got its answer, before the upload was dealt with. */
export class UploadAbandoned extends BadRequest {
  constructor() {
    super('The upload broke off before it was complete.');
  }
}

export function missingFile(): InvalidRequest {
  return new InvalidRequest([
    {
      loc: FIELD,
      msg: 'Field required: send the export as a file in the multipart field "file"',
      type: 'missing',
    },
  ]);
}

export function unreadableFile(sentence: string): InvalidRequest {
  return new InvalidRequest([{ loc: FIELD, msg: sentence, type: 'file_type' }]);
}

export function tooLarge(maxBytes: number): PayloadTooLarge {
  const limit = maxBytes >= MIB ? `${Math.floor(maxBytes / MIB)} MiB` : `${maxBytes} bytes`;
  return new PayloadTooLarge(
    `The upload is larger than the ${limit} that this service takes at once (IMPORT_MAX_BYTES). ` +
      'Upload the files in several parts, or as the .zip that the platform sent.',
  );
}

export function tooManyFiles(): PayloadTooLarge {
  return new PayloadTooLarge('The upload has too many files or fields. Upload the .zip as the platform sent it.');
}
