import { Types } from 'mongoose';
import { recordIds } from './record-id';

const JOB = '65f000000000000000000001';
const OTHER_JOB_OF_THAT_SECOND = '65f000000000000000000002';

describe('the id of a record', () => {
  it('is the same each time, and another for each record and job', () => {
    expect(recordIds(JOB)(7).equals(recordIds(JOB)(7))).toBe(true);
    expect(recordIds(JOB)(7).equals(recordIds(JOB)(8))).toBe(false);
    expect(recordIds(JOB)(7).equals(recordIds(OTHER_JOB_OF_THAT_SECOND)(7))).toBe(false);
  });

  it('is as old as the job, and grows with the number of the record', () => {
    const ids = [0, 1, 255, 256, 2 ** 32 - 1].map((ordinal) => recordIds(JOB)(ordinal));
    expect(ids.map((id) => id.getTimestamp())).toEqual(ids.map(() => new Types.ObjectId(JOB).getTimestamp()));
    expect(ids.map(String)).toEqual(ids.map(String).sort());
  });
});
