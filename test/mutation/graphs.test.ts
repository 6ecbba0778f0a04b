import { GRAPHS } from "./seeded/graphs.ts";
import { testFaults } from "./test-faults.ts";

testFaults(GRAPHS, 100);
