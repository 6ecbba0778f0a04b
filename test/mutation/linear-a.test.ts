import { LINEAR_A } from "./seeded/linear-a.ts";
import { testFaults } from "./test-faults.ts";

testFaults(LINEAR_A, 300);
