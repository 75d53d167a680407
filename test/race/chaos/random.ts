import { generator } from "../trials.js";

/** Draws of one seed. */
export class Random {
  private readonly draw: () => number;

  constructor(seed: number) {
    this.draw = generator(seed);
  }

  chance = (probability: number): boolean => this.draw() < probability;
  below = (count: number): number => Math.floor(this.draw() * count);

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
