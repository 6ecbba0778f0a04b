// Adjoints by hand in C, in the order of sums of the programs: how fast a processor does the same. Called with the name of one, it prints the
// microseconds of a gradient, a batch whenever a line comes in. Gradients lie in arrays that other files may read, so that none is left out.
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void fill(double *x, int n, double from) {
  for (int i = 0; i < n; i++) x[i] = sin(i * 12.9898 + from) * 0.5 + 0.6;
}

static volatile double sink;
double a[1000], b[1000], da[1000], db[1000];

static void dot(void) {
  double s = 0;
  for (int i = 0; i < 1000; i++) s += a[i] * b[i];
  for (int i = 0; i < 1000; i++) {
    da[i] = b[i];
    db[i] = a[i];
  }
  sink = s;
}

double m[300][300], dm[300][300], v[300], dv[300];

static void matvec(void) {
  double s = 0;
  for (int i = 0; i < 300; i++) {
    double t = 0;
    for (int j = 0; j < 300; j++) t += m[i][j] * v[j];
    s += t;
  }
  memset(dv, 0, sizeof dv);
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++) {
      dm[i][j] = v[j];
      dv[j] += m[i][j];
    }
  sink = s;
}

static void fib(void) {
  double x = 0.3, y = 0.7;
  for (int i = 0; i < 100000; i++) {
    double next = (x + y) * 0.5;
    x = y;
    y = next;
  }
  double dx = 0, dy = 1;
  for (int i = 0; i < 100000; i++) {
    double t = dy * 0.5;
    dy = dx + t;
    dx = t;
  }
  sink = x + y + dx + dy;
}

double path[4 * 1000];

static double particle(double px) {
  double dt = 0.05, py = 0.1, vx = 1, vy = 1;
  for (int i = 0; i < 1000; i++) {
    double *at = path + 4 * i;
    at[0] = px;
    at[1] = py;
    double w = -0.5 / (1 + px * px + py * py), ax = w * px - 0.2 * vx, ay = w * py - 0.2 * vy;
    double qx = px + dt * vx, qy = py + dt * vy;
    vx += dt * ax;
    vy += dt * ay;
    px = qx;
    py = qy;
  }
  double dpx = py, dpy = px, dvx = 0, dvy = 0;
  for (int i = 999; i >= 0; i--) {
    double x = path[4 * i], y = path[4 * i + 1], q = 1 + x * x + y * y, w = -0.5 / q;
    double dax = dt * dvx, day = dt * dvy, dw = dax * x + day * y, dq = -dw * w / q;
    double nx = dpx + dax * w + dq * 2 * x, ny = dpy + day * w + dq * 2 * y;
    double nvx = dvx + dt * dpx - 0.2 * dax, nvy = dvy + dt * dpy - 0.2 * day;
    dpx = nx;
    dpy = ny;
    dvx = nvx;
    dvy = nvy;
  }
  return dpx + dpy + dvx + dvy;
}

static void particles(void) {
  double s = 0;
  for (int k = 1; k <= 4; k++) s += particle(0.5 * k);
  sink = s;
}

double points[2000][4], dpoints[2000][4], w[4], dw[4], e[2000];

static void logistic(void) {
  double s = 0;
  for (int i = 0; i < 2000; i++) {
    double t = 0;
    for (int j = 0; j < 4; j++) t += points[i][j] * w[j];
    e[i] = exp(-t);
    s += log(1 + e[i]);
  }
  memset(dw, 0, sizeof dw);
  for (int i = 0; i < 2000; i++) {
    double k = -e[i] / (1 + e[i]);
    for (int j = 0; j < 4; j++) {
      dpoints[i][j] = k * w[j];
      dw[j] += k * points[i][j];
    }
  }
  sink = s;
}

double p[200][200], q[200][200], pq[200][200], dp[200][200], dq[200][200], dpq[200][200];

static void product(void) {
  double s = 0;
  memset(pq, 0, sizeof pq);
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < 200; k++)
      for (int j = 0; j < 200; j++) pq[i][j] += p[i][k] * q[k][j];
  for (int i = 0; i < 200; i++)
    for (int j = 0; j < 200; j++) {
      s += pq[i][j];
      dpq[i][j] = 1;
    }
  memset(dq, 0, sizeof dq);
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < 200; k++) {
      double t = 0;
      for (int j = 0; j < 200; j++) {
        t += q[k][j] * dpq[i][j];
        dq[k][j] += p[i][k] * dpq[i][j];
      }
      dp[i][k] = t;
    }
  sink = s;
}

static const struct {
  const char *name;
  void (*run)(void);
} programs[] = {
    {"dot", dot},           {"matvec300", matvec},  {"fib", fib},
    {"particles-nl", particles}, {"logistic", logistic}, {"table-product", product},
};

int main(int count, char **names) {
  fill(a, 1000, 1);
  fill(b, 1000, 2);
  fill(*m, 300 * 300, 3);
  fill(v, 300, 7);
  fill(*points, 2000 * 4, 5);
  fill(w, 4, 3);
  fill(*p, 200 * 200, 8);
  fill(*q, 200 * 200, 9);
  for (unsigned k = 0; k < sizeof programs / sizeof *programs; k++) {
    if (count < 2 || strcmp(names[1], programs[k].name) != 0) continue;
    for (int line = getchar(); line != EOF; line = getchar()) {
      double began = now(), passed;
      int runs = 0;
      do {
        programs[k].run();
        runs++;
        passed = now() - began;
      } while (passed < 1e7);
      printf("%.4f\n", passed / runs / 1000);
      fflush(stdout);
    }
    return 0;
  }
  return 1;
}
