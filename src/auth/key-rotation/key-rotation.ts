import { DecryptionFailed } from '../../common/encryption';
import { StartError } from '../../common/start-error';
import type { SealedRecord, SealedRecords } from './sealed-records';

/** How the encrypted records stand. */
export interface KeySurvey {
  records: number;
  /** Of these, those with something under a former key. */
  due: number;
  /** Of these, those that open with no key. */
  unreadable: number;
  /** Why they do not. */
  reasons: Set<string>;
}

/** Brings encrypted records under the current key. */
export class KeyRotation {
  constructor(private readonly kinds: readonly SealedRecords[]) {}

  /** @throws StartError when a record opens with none of the keys */
  async survey(): Promise<KeySurvey> {
    const survey: KeySurvey = { records: 0, due: 0, unreadable: 0, reasons: new Set() };
    for await (const record of this.records()) {
      survey.records += 1;
      try {
        if (record.isDue()) survey.due += 1;
      } catch (error) {
        if (!(error instanceof DecryptionFailed)) throw error;
        survey.unreadable += 1;
        survey.reasons.add(error.message);
      }
    }
    if (survey.unreadable > 0) throw new StartError(unreadableSentence(survey));
    return survey;
  }

  /**
   * Encrypts with the current key what is under a former one, record by record: each is good at any time, so that this
   * may be stopped and begun again, and may run beside the service.
   *
   * @returns how the records stood before
   * @throws StartError, before anything is changed, when a record opens with none of the keys
   */
  async run(): Promise<KeySurvey> {
    const before = await this.survey();
    // Once more where the service has written a record at the same time.
    for (let left = before; left.due > 0; left = await this.survey())
      for await (const record of this.records()) if (record.isDue()) await record.renew();
    return before;
  }

  private async *records(): AsyncGenerator<SealedRecord> {
    for (const kind of this.kinds) yield* kind();
  }
}

function unreadableSentence({ records, unreadable, reasons }: KeySurvey): string {
  return (
    `${unreadable} of ${records} encrypted records do not open (${[...reasons].join('; ')}). Nothing has been changed. ` +
    'Name the key under which they were encrypted in ENCRYPTION_KEYS_RETIRED and run this again. Where that key is lost, ' +
    'let these users log in again: that encrypts their records anew.'
  );
}
