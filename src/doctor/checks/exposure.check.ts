import { Injectable } from '@nestjs/common';
import { exposureWarnings } from '../../auth/exposure';
import { Settings } from '../../config/settings';
import { type Check, DoctorCheck, type Finding, ok, warning } from '../check';

@DoctorCheck({ order: 90 })
@Injectable()
export class ExposureCheck implements Check {
  readonly name = 'Open doors';

  constructor(private readonly settings: Settings) {}

  run(): Finding[] {
    const sentences = exposureWarnings(this.settings);
    return sentences.length > 0
      ? sentences.map(warning)
      : [ok('none that strangers can reach, as far as BASE_URL tells')];
  }
}
