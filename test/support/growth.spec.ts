import fc from 'fast-check';
import { growth } from './growth';

const noises = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 15, maxLength: 30 });

describe('growth', () => {
  it('is that of a line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: -100, max: 100 }), (length, slope) => {
        const line = Array.from({ length }, (_, index) => 300 + slope * index);
        expect(growth(line)).toBeCloseTo(slope * (length - 1));
      }),
    );
  });

  it('shows a leak through noise', () => {
    fc.assert(
      fc.property(noises, (noise) => {
        const leak = noise.map((value, index) => 300 + 3 * index + value);
        const grown = 3 * (noise.length - 1);
        expect(Math.abs(growth(leak) - grown)).toBeLessThanOrEqual(grown * 0.5);
      }),
    );
  });

  it('is not made by one value that lies far below the others', () => {
    const afterCollection = [313, 372, 388, 368, 382, 370, 379, 385, 373, 372, 372, 389, 361, 371, 378];
    expect(Math.abs(growth(afterCollection))).toBeLessThan(5);
  });

  it('is none of a single value', () => {
    expect(growth([300])).toBe(0);
  });
});
